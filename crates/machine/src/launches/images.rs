//! Images, chosen.
//!
//! What a texel holds depends on the format of its image, and what a sampler reads on its filter; raddle's headers turn both into unknown
//! functions. A launch may [choose](crate::chosen::Chosen::images) images that OpenCL allows: with four channels of 32 bits, which are read
//! as they were written, and of the size that every device supports in each direction (OpenCL API, "Querying Devices"). At whole-number
//! coordinates every sampler reads the texel there (OpenCL C, "Image Read Functions"). What a sampler reads at others stays unknown.

use crate::running::machine::Machine;
use crate::values::domain::Domain;

/// How the names of these functions begin, as raddle's headers declare them (`opencl/images.h`).
const OF_IMAGE: &str = "__raddle_math_image_";
/// The function that makes a channel of what was read without a sampler.
const DECODE: &str = "__raddle_math_pixel_decode";

/// The width and the height, in texels.
const WIDE: u64 = 8192;
/// The depth, and how many layers there are. The second coordinate may be a layer.
const DEEP: u64 = 2048;

/// Is a function of this name about images?
#[must_use]
pub fn is_about(name: &str) -> bool {
    name == DECODE || name.starts_with(OF_IMAGE)
}

impl<D: Domain> Machine<'_, D> {
    /// What a function says of an image that was chosen.
    pub(crate) fn of_image(&self, name: &str, args: &[D::Value]) -> Option<D::Value> {
        if !is_about(name) || !self.launch.chosen.as_ref().is_some_and(|chosen| chosen.images) {
            return None;
        }
        if name == DECODE {
            return match *args {
                [_, ref channels @ .., which] => channels.get(usize::try_from(D::get(which)?).ok()?).copied(),
                _ => None,
            };
        }
        match (name.strip_prefix(OF_IMAGE)?, args) {
            ("query", &[_, what]) => match D::get(what)? {
                0 | 1 => Some(D::known(WIDE)),
                2 | 5 => Some(D::known(DEEP)),
                _ => None,
            },
            ("near", &[_, _, x, y, z, _, _, kind]) => Some(D::known(self.texel([x, y, z], kind)?[0])),
            ("far", &[_, _, x, y, z, _, _, kind]) => Some(D::known(self.texel([x, y, z], kind)?[1])),
            ("filter", &[_, r, g, b, a, _, x, y, z, _, _, kind, which]) => {
                self.texel([x, y, z], kind)?;
                [r, g, b, a].get(usize::try_from(D::get(which)?).ok()?).copied()
            }
            _ => None,
        }
    }

    /// Where the texel at whole numbers lies after the image's first: this many times 16 bytes, and this many times 32 KiB.
    fn texel(&self, at: [D::Value; 3], kind: D::Value) -> Option<[u64; 2]> {
        let whole = D::get(kind)? == 0;
        let [x, y, z] = at.map(|value| D::get(value));
        let (x, y, z) = (x?, y?, z?);
        if !whole || x >= WIDE || y >= DEEP || z >= DEEP {
            return None;
        }
        // Rows and layers, as `__raddle_place` has them.
        match self.module.address_bits {
            32 => (z == 0).then_some([x, y << 3]),
            _ => Some([x, (z << 17 | y) << 6]),
        }
    }
}
