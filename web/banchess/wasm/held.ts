// The common part of a game and a tree. Each is kept twice: in an instance of the
// WebAssembly, which knows the rules, and here as plain data, with which it goes on in
// another instance when the first is lost.
import { fail, unwrap } from "../game/error.js";
import type { ExportName, Host, Instance } from "./instance.js";

/** A game or a tree in an instance. @internal */
export abstract class Held {
  instance: Instance | null = null; // that has it
  #self = { handle: 0 }; // the `this` of the WebAssembly's methods
  #methods: Instance["methods"] = {};
  #freed = false;

  /** @param kind what errors call it */
  constructor(public host: Host, readonly kind: string) {}

  /** Its handle in the instance. */
  get handle(): number { return this.#self.handle; }

  /** Throws `freed` if it has been freed. */
  check(): void {
    if (this.#freed) throw fail("freed", `this ${this.kind} has been freed`, "make a new one");
  }

  /** Returns the instance that has it, which after a crash is another one. */
  live(): Instance {
    if (this.instance && !this.instance.dead) return this.instance;
    this.check();
    return this.bring(this.host.running());
  }

  /** Moves it to an instance. */
  bring(instance: Instance): Instance {
    if (this.instance === instance) return instance;
    this.check();
    try {
      this.restore(instance);
      return instance;
    } catch (e) {
      this.#close(); // the next call tries again
      throw e;
    }
  }

  /** Makes it in an instance out of the plain data. */
  protected abstract restore(instance: Instance): void;

  /** Sets the instance, and the handle and the methods there. */
  take(instance: Instance, handle: number, methods: Instance["methods"]): void {
    this.#close();
    this.instance = instance;
    this.#self = { handle };
    this.#methods = methods;
    instance.watch(this, handle);
  }

  #close(): void {
    const { instance } = this;
    this.instance = null;
    instance?.free(this, this.handle);
  }

  free(): void {
    this.#freed = true;
    this.#close();
  }

  /** Calls an export with the handle. Throws the error of a negative answer. */
  run(name: ExportName, what = 0): number { return this.live().run(name, this.handle, what); }

  /** Calls a method, and throws the error that it answers with. */
  ask<T>(name: string, ...args: unknown[]): T { return unwrap<T>(this.live().call(this.#methods[name]!, this.#self, args)); }
}
