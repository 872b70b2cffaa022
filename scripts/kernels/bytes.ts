// The type of encoded WebAssembly code, and functions that encode numbers (WebAssembly 3.0, section
// 5.2, "Values").

export type Code = number[];

/** Encodes an unsigned number in LEB128: seven bits per byte, least significant first. */
export function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

export function signed(value: number): Code {
  return value >= -0x40 && value < 0x40
    ? [value & 0x7f]
    : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
