// Declares the only nodejs_compat function in use, because @types/node would add all of Node's
// globals to Worker code.
declare module 'node:crypto' {
  export function scrypt(
    password: string,
    salt: Uint8Array,
    keyBytes: number,
    options: { N: number; r: number; p: number; maxmem: number },
    done: (error: Error | null, key: Uint8Array) => void,
  ): void;
}
