// Go's wasm_exec.js as the build provides it: a module that leaves no name in
// globalThis.

declare module "go:wasm_exec" {
  export interface Go {
    importObject: WebAssembly.Imports;
    argv: string[];
    env: Record<string, string>;
    exit: (code: number) => void;
    /** Resolves when the program has ended, by a fault or of itself. */
    run(instance: WebAssembly.Instance): Promise<void>;
  }

  /** Gives the class for programs that run in a scope: that of the module, or the window of a frame. */
  export function runtimeOf(scope: object): new () => Go;
}
