// row: sha2 | sha256-short sha512-short sha256-long sha512-long memory batch |
//   the sha2 crate
// row: crc32c | crc32c-short crc32c-long | the crc32c crate
// row: crc32fast | crc32-short crc32-long | the crc32fast crate
use crate::contender::Job;
use sha2::{Digest, Sha256, Sha512};
use std::hint::black_box;
use std::io::Result;

const MESSAGE: usize = 1024;

fn number(digest: &[u8]) -> u64 {
    u64::from_be_bytes(digest[..8].try_into().expect("eight bytes"))
}

/// The hash of the same bytes, again and again, and once before the clock runs.
fn again(job: &mut Job, times: usize, bytes: &[u8], hash: impl Fn(&[u8]) -> u64) -> u64 {
    let mut made = hash(bytes);
    job.start_clock();
    for _ in 0..times {
        made = hash(black_box(bytes));
    }
    job.stop_clock();
    made
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    let bytes = std::fs::read(&job.input)?;
    let times = if job.heat == "sha256-memory" { 1 } else { job.count };
    let sha256 = |b: &[u8]| number(&Sha256::digest(b));
    Ok(match (name, job.heat.as_str()) {
        ("crc32c", _) => again(job, times, &bytes, |b| u64::from(crc32c::crc32c(b))),
        ("crc32fast", _) => again(job, times, &bytes, |b| u64::from(crc32fast::hash(b))),
        (_, "sha256-batch") => again(job, times, &bytes, |all| {
            all.chunks(MESSAGE).fold(0, |made, b| made ^ sha256(b))
        }),
        (_, heat) if heat.starts_with("sha512") => {
            again(job, times, &bytes, |b| number(&Sha512::digest(b)))
        }
        _ => again(job, times, &bytes, sha256),
    })
}
