// What the benches share: which of them are asked for, how time is measured, and how
// it is told.

/** The benches asked for, as go test -bench has them: the pattern's first part. */
const pattern = new RegExp((process.env.BANCHESS_BENCH ?? ".").split("/")[0]);

/** Whether a group of benches is asked for. */
export const asked = (group) => pattern.test(group);

/**
 * Nanoseconds an operation, the median of rounds of so many runs of so many operations,
 * after a warm-up (of that many microseconds) that lasts until the compilers in the
 * engine are done. It is time on the processor, which a busy machine does not distort as
 * it does time on the wall.
 */
export function measure(operations, run, { rounds = 9, runs = 10, warm = 2e6 } = {}) {
  const begun = process.cpuUsage();
  do run(); while (process.cpuUsage(begun).user < warm);
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    for (let i = 0; i < runs; i++) run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) * 1000 / (runs * operations);
  });
  return times.sort((a, b) => a - b)[rounds >> 1];
}

/** Prints a result in the form of Go's benchmarks. */
export const tell = (name, amount, unit = "ns/op") => console.log(`Benchmark${name} 1 ${amount.toFixed(0)} ${unit}`);
