//! Strongly connected components of small directed graphs.

/// The strongly connected components that have a cycle, of a graph with nodes `0..count`, each sorted; components that lead to others come
/// first (Tarjan, "Depth-first search and linear graph algorithms", 1972, with a stack of its own instead of recursion).
#[must_use]
pub fn cyclic_components(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut own = vec![false; count];
    for &(from, to) in edges {
        next[from].push(to);
        own[from] |= from == to;
    }
    const NEW: usize = usize::MAX;
    let (mut index, mut low, mut on_stack) = (vec![NEW; count], vec![0; count], vec![false; count]);
    let (mut stack, mut found, mut clock) = (Vec::new(), Vec::new(), 0);
    for root in 0..count {
        if index[root] != NEW {
            continue;
        }
        // A node and how many of its edges were followed.
        let mut calls = vec![(root, 0)];
        while let Some((node, edge)) = calls.pop() {
            if edge == 0 {
                (index[node], low[node]) = (clock, clock);
                clock += 1;
                stack.push(node);
                on_stack[node] = true;
            } else {
                low[node] = low[node].min(low[next[node][edge - 1]]);
            }
            let mut edge = edge;
            let mut called = false;
            while let Some(&to) = next[node].get(edge) {
                edge += 1;
                if index[to] == NEW {
                    calls.push((node, edge));
                    calls.push((to, 0));
                    called = true;
                    break;
                }
                if on_stack[to] {
                    low[node] = low[node].min(index[to]);
                }
            }
            if called || low[node] != index[node] {
                continue;
            }
            let mut component = Vec::new();
            while let Some(member) = stack.pop() {
                on_stack[member] = false;
                component.push(member);
                if member == node {
                    break;
                }
            }
            if component.len() > 1 || own[node] {
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found.reverse();
    found
}

/// Which nodes can be reached from some, themselves included.
#[must_use]
pub fn reachable(count: usize, edges: &[(usize, usize)], from: &[usize]) -> Vec<bool> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &(a, b) in edges {
        next[a].push(b);
    }
    let mut seen = vec![false; count];
    let mut left = from.to_vec();
    while let Some(node) = left.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            left.extend(&next[node]);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_those_of_mutual_reachability() {
        let mut state = 7_u64;
        let mut random = |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % n) as usize
        };
        for _ in 0..500 {
            let count = 1 + random(7);
            let edges: Vec<(usize, usize)> =
                (0..random(14)).map(|_| (random(count as u64), random(count as u64))).collect();
            let paths: Vec<Vec<bool>> = (0..count).map(|n| reachable(count, &edges, &[n])).collect();
            let cyclic = |n: usize| edges.iter().any(|(a, b)| *a == n && paths[*b][n]);
            let found = cyclic_components(count, &edges);
            for n in (0..count).filter(|n| cyclic(*n)) {
                let all: Vec<usize> = (0..count).filter(|m| paths[n][*m] && paths[*m][n]).collect();
                assert!(found.contains(&all), "{edges:?}");
            }
            assert_eq!(found.iter().map(Vec::len).sum::<usize>(), (0..count).filter(|n| cyclic(*n)).count());
            for (earlier, a) in found.iter().enumerate() {
                assert!(
                    found[..earlier].iter().all(|b| !paths[a[0]][b[0]]),
                    "those that lead to others come first"
                );
            }
        }
    }
}
