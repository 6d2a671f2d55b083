// Go's wasm_exec.js as the build provides it: a module that leaves no name in
// globalThis.

declare module "go:wasm_exec" {
  export class Go {
    importObject: WebAssembly.Imports;
    argv: string[];
    env: Record<string, string>;
    exit: (code: number) => void;
    /** Resolves when the program has ended, by a fault or of itself. */
    run(instance: WebAssembly.Instance): Promise<void>;
  }
}
