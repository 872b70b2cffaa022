/** What to type when there is none. */
export const INSTALL_CHROMIUM: string;
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined;
