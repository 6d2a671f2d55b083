/** Imports a module of Node's. No bundler sees its name: a constant in its place would be inlined by the minifier. @internal */
export const importFromNode = (name: string): Promise<unknown> => import(/* @vite-ignore */ /* webpackIgnore: true */ name);
