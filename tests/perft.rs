//! The rules against the reference counts of tests/data/perft.epd.

use ringleader::game::{Position, perft};

#[test]
fn x() {
    let t = std::time::Instant::now();
    for line in include_str!("data/perft.epd").lines() {
        let mut parts = line.split(';').map(str::trim);
        let position: Position = parts.next().unwrap().parse().unwrap();
        assert_eq!(position.to_string(), line.split(';').next().unwrap().trim());
        for part in parts {
            if let Some(part) = part.strip_prefix('D') {
                let (depth, count) = part.split_once(' ').unwrap();
                let count: u64 = count.parse().unwrap();
                if count < 700_000_000 {
                    assert_eq!(perft(&position, depth.parse().unwrap()), count, "{line}");
                }
            }
        }
    }
    println!("{:?}", t.elapsed());
    let p: Position = include_str!("data/perft.epd")
        .lines()
        .nth(2)
        .unwrap()
        .split(';')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let t = std::time::Instant::now();
    let n = perft(&p, 5);
    println!(
        "{} in {:?}: {:.0} M/s",
        n,
        t.elapsed(),
        n as f64 / t.elapsed().as_secs_f64() / 1e6
    );
}
