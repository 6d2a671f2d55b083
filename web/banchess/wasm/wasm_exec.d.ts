// Go's wasm_exec.js as the build provides it: a module that does not set a global name.

declare module "go:wasm_exec" {
  export interface Go {
    importObject: WebAssembly.Imports;
    argv: string[];
    env: Record<string, string>;
    exit: (code: number) => void;
    /** Runs a program. Resolves when it has ended, normally or by a crash. */
    run(instance: WebAssembly.Instance): Promise<void>;
  }

  /** Returns the class for programs that run in a scope: that of the module, or the window of an iframe. */
  export function runtimeOf(scope: object): new () => Go;
}
