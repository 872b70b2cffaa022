// The one function we use of nodejs_compat; all of @types/node would bring Node's globals into Worker code.
declare module 'node:crypto' {
  export function scrypt(
    password: string,
    salt: Uint8Array,
    keyBytes: number,
    options: { N: number; r: number; p: number; maxmem: number },
    done: (error: Error | null, key: Uint8Array) => void,
  ): void;
}
