//! The launches that are tried.

use crate::confirm::limits::{MOST_CTAS, MOST_IN_TURN, STEPS_OF_CONCRETE, STEPS_OF_LONG};
use crate::confirm::replay::inputs::Inputs;
use crate::confirm::replay::wanted::choose_with;
use crate::methods::two_threads::Asked;
use crate::options::{CtaChoice, Options};
use crate::subject::buffers::pointee_of;
use crate::subject::params::points;
use crate::words::possible::{for_inputs, held};
use raddle_ir::pointee::numbers;
use raddle_ir::{Address, Base, InstKind, KernelParam, PureOp, Rounding, Space, Special, Type, eval};
use raddle_machine::chosen::{Attempt, Nearly};
use raddle_machine::launch::Launch;
use raddle_machine::variables::{Variables, Written};
use raddle_report::Dim3;

/// What is chosen of a launch.
#[derive(Clone)]
pub(super) struct Trial {
    /// What integers are: one after the other, and again from the first.
    sizes: Vec<u64>,
    /// What floats are.
    float: f64,
    /// What buffers hold.
    contents: Attempt,
    /// How many blocks there are in each dimension of which the kernel reads the number, where the grid is not given.
    pub(super) blocks: u32,
    /// What variables of the module hold.
    variables: Variables,
    /// What functions give that are known up to an error.
    nearly: Nearly,
    /// The most steps of a block.
    steps: u64,
}

/// Does it matter to a kernel how many blocks there are in a dimension? In x it may, even if the kernel does not ask for the number of the block.
fn reads_block(asked: &Asked<'_>, dimension: usize) -> bool {
    let is_read = |kind: &InstKind| matches!(kind, InstKind::Special(Special::Ctaid(of)) if usize::from(*of) == dimension);
    dimension == 0 || asked.insts().any(is_read)
}

/// Is this an address in a variable of the module, or in a constant that it does not initialise?
fn is_of_host(asked: &Asked<'_>, addr: &Address) -> bool {
    let Base::Object(object) = addr.base else { return false };
    let object = &asked.input.module.objects[object];
    object.space == Space::Global || object.space == Space::Const && object.init.is_none()
}

/// Are its results known up to an error?
pub(super) fn is_near(kind: &InstKind) -> bool {
    match kind {
        InstKind::Pure { op, .. } => matches!(op, PureOp::Approx(_)),
        kind => matches!(kind, InstKind::Opaque { .. } | InstKind::Call { .. }),
    }
}

/// The launches that are tried, one after the other.
pub(super) fn trials(asked: &Asked<'_>) -> Vec<Trial> {
    let width = u64::from(asked.launch.block.into_iter().max().unwrap_or(1));
    let around = [2 * width, width + 1, width.saturating_sub(1).max(1), 2, 1];
    let mut contents = vec![Attempt::SMALL, Attempt::FLOATS, Attempt::INCREASING, Attempt::ZEROS];
    // Read as integers, floats are very large numbers.
    let buffers = (0..asked.function.params.len()).filter(|&param| points(asked.function, param));
    let mut types = buffers.map(|param| pointee_of(asked.function, param).map(|of| of.ty));
    if !types.any(|ty| ty.is_none_or(|ty| ty.is_float())) {
        contents.retain(|&attempt| attempt != Attempt::FLOATS);
    }
    let floats = [0.25, 1.0, 0.0];
    let mut trials = Vec::new();
    let mut add = |nth: usize, sizes: Vec<u64>, blocks| {
        let (float, contents) = (floats[nth % floats.len()], contents[nth % contents.len()]);
        // The host may have written them, or another kernel.
        let integers = [Attempt::SMALL, Attempt::INCREASING][nth / 2 % 2];
        let written = Variables::Written(Written { size: sizes[0] as u32, integers });
        let variables = if nth.is_multiple_of(2) { Variables::Loaded } else { written };
        let (nearly, steps) = (Nearly::ALL[0], STEPS_OF_CONCRETE);
        trials.push(Trial { sizes, float, contents, blocks, variables, nearly, steps });
    };
    let turned = |first| around.iter().cycle().skip(first).take(around.len()).copied().collect();
    let several = around.len();
    for (nth, size) in around.into_iter().enumerate() {
        add(nth, vec![size], 1);
    }
    for first in 0..several {
        add(several + first, turned(first), 1);
    }
    for (nth, size) in around.into_iter().enumerate().take(3) {
        add(2 * several + nth, vec![size], 2);
    }
    // The same sizes with other contents.
    for more in 1..3 {
        for first in 0..several {
            add(several + first + more, turned(first), 1);
        }
    }
    trials
}

impl Trial {
    /// The same with more steps.
    pub(super) fn long(&self) -> Self {
        Self { steps: STEPS_OF_LONG, ..self.clone() }
    }

    /// The same where functions that are known up to an error give other numbers.
    pub(super) fn nearby(&self, nearly: Nearly) -> Self {
        Self { nearly, ..self.clone() }
    }

    /// The launch, and the options for it.
    pub(super) fn launch(&self, asked: &Asked<'_>) -> (Launch, Options) {
        let mut options = asked.options.clone();
        options.run.limit(self.steps);
        let mut launch = asked.launch.clone();
        let is_free = launch.grid.is_none();
        // What is given of the grid stays, and the block that is asked about is one of it.
        let least = options.launch.cta.one().map_or([1; 3], |cta| cta.map(|at| at.saturating_add(1)));
        let least =
            [0, 1, 2].map(|at| if reads_block(asked, at) { least[at].max(self.blocks) } else { least[at] });
        launch.grid.get_or_insert([0, 1, 2].map(|at| asked.space.grid[at].unwrap_or(least[at])));
        let few = launch.ctas().is_some_and(|count| count <= MOST_CTAS);
        let few_in_turn = launch.ctas().is_some_and(|count| count <= MOST_IN_TURN);
        if options.launch.cta.one().is_none() {
            options.launch.cta = if few { CtaChoice::All } else { CtaChoice::One([0; 3]) };
        }
        let is_alone = options.launch.cta.one().is_some() || launch.grid == Some([1; 3]);
        let mut sizes = self.sizes.iter().cycle().copied();
        let module = &asked.input.module;
        let mut argument = |param: &KernelParam| self.argument(param, &mut sizes);
        let mut launch = choose_with(module, asked.function, (&launch, None), self.contents, &mut argument);
        let chosen = launch.chosen.get_or_insert_default();
        chosen.grid = is_free;
        // Where nothing orders what two blocks do, they may run one after the other. Elsewhere each is run alone, and what an atomic finds in
        // one says nothing of the others.
        chosen.in_turn = !is_alone && few_in_turn && !asked.function.orders_memory();
        chosen.atomics = is_alone || chosen.in_turn;
        chosen.functions = Some(self.nearly);
        let of_module = |kind: &InstKind| kind.address().is_some_and(|addr| is_of_host(asked, addr));
        chosen.variables = asked.insts().any(of_module).then_some(self.variables);
        (launch, options)
    }

    /// Are numbers chosen that the kernel is passed?
    pub(super) fn chooses_numbers(&self, asked: &Asked<'_>) -> bool {
        !Inputs::of(&self.launch(asked).0).arguments.is_empty()
    }

    /// With what the launch shows something.
    pub(super) fn note(&self, asked: &Asked<'_>) -> String {
        let inputs = Inputs::of(&self.launch(asked).0);
        let mut given: Vec<String> =
            inputs.arguments.iter().filter_map(|value| value.equation(asked.function)).collect();
        if let Some(grid) = inputs.grid {
            given.insert(0, format!("{} {}", asked.input.terms().grid_size, Dim3::fixed(grid)));
        }
        let reads = |kind: &InstKind| match kind {
            InstKind::Load { addr, .. } | InstKind::Atomic { addr, .. } => {
                matches!(addr.base, Base::Buffer(_))
            }
            _ => false,
        };
        if asked.insts().any(reads) {
            given.push(format!("buffers that hold {}", held(self.contents)));
        }
        if inputs.loaded {
            given.push("the variables of the module as initialised".to_owned());
        }
        if let (Some(_), Variables::Written(Written { size, integers })) = (inputs.written, self.variables) {
            given.push(format!("variables of the module that are {size}, or hold {}", held(integers)));
        }
        if inputs.in_turn && asked.insts().any(|kind| matches!(kind, InstKind::Atomic { .. })) {
            given.push(format!("{} that run one after the other", asked.input.terms().blocks));
        }
        if asked.insts().any(is_near) {
            given.push("results of functions as the host computes them".to_owned());
        }
        for_inputs(&given)
    }

    /// The bytes of a parameter that is no pointer.
    fn argument(&self, param: &KernelParam, sizes: &mut dyn Iterator<Item = u64>) -> Vec<u8> {
        let mut bytes = vec![0; param.size as usize];
        let mut put = |at: u64, size: u64, float: Option<Type>| {
            let value = match float {
                Some(ty) => eval::from_f64(ty, self.float, Rounding::Nearest),
                None => u128::from(sizes.next().unwrap_or_default()),
            };
            let to = bytes.iter_mut().skip(at as usize).take(size as usize);
            to.zip(value.to_le_bytes()).for_each(|(to, from)| *to = from);
        };
        match param.ty {
            Some(ty) => put(0, param.size, Some(ty).filter(|ty| ty.is_float())),
            // An array, or a structure of which nothing is known.
            None => {
                let ty = param.source_type.as_deref().and_then(numbers).map(|number| number.ty);
                let width = ty.map_or(4, |ty| u64::from(ty.bytes())).max(1);
                let float = ty.filter(|ty| ty.is_float());
                (0..param.size / width).for_each(|n| put(n * width, width, float));
            }
        }
        bytes
    }
}
