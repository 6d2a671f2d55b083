package engine

// MaxThreads is the largest number of threads: WebAssembly has one.
const MaxThreads = 1
