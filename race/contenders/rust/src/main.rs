//! race/contenders/rust: the Rust contenders. Each race is one module, whose
//! `// row:` lines the driver reads.
mod binary;
mod compress;
mod contender;
mod doubles;
mod hash;
mod ints_in;
mod ints_mixed;
mod ints_out;
mod lines;
mod mixed_line;
mod pairs;
mod process;
mod read_race;
mod transcode;

use contender::{count_calls, report, Job};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.len() != 6 {
        eprintln!("usage: RACE ROW HEAT COUNT INPUT OUTPUT");
        std::process::exit(3);
    }
    let mut job = Job::new(&arguments[2..]);
    let row = match arguments[0].as_str() {
        "ints-out" => ints_out::row,
        "ints-in" => ints_in::row,
        "ints-mixed" => ints_mixed::row,
        "lines" => lines::row,
        "mixed-line" => mixed_line::row,
        "read-race" => read_race::row,
        "pairs" => pairs::row,
        "doubles" => doubles::row,
        "transcode" => transcode::row,
        "hash" => hash::row,
        "process" => process::row,
        "binary" => binary::row,
        "compress" => compress::row,
        _ => panic!("no such race"),
    };
    let before = count_calls();
    job.start_clock();
    let checksum = row(&arguments[1], &mut job).expect("the row");
    job.stop_clock();
    report(&job, checksum, before);
}
