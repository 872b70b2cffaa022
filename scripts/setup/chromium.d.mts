/** Installation commands, for the error message. */
export const INSTALL_CHROMIUM: string;
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined;
export function findHeadlessShell(env?: NodeJS.ProcessEnv): string | undefined;
