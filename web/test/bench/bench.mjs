// Shared by the benches: the choice of benches, the measurement of time, and the output
// of results.

/** The pattern of the benches to run, as in go test -bench: its first part. */
const pattern = new RegExp((process.env.BANCHESS_BENCH ?? ".").split("/")[0]);

/** Reports whether a group of benches should run. */
export const asked = (group) => pattern.test(group);

/**
 * Returns the nanoseconds of an operation: the median of several rounds of several runs,
 * after a warm-up (`warm` in microseconds) that lets the engine's compilers finish. It
 * measures processor time, which, unlike elapsed time, does not depend on other programs.
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

/** Prints a result in the format of Go's benchmarks. */
export const tell = (name, amount, unit = "ns/op") => console.log(`Benchmark${name} 1 ${amount.toFixed(0)} ${unit}`);
