// Which origins may embed the hosted page. They are put into a header, so the syntax is strict. Pure.

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** Exactly an origin as browsers serialise it: https, or http on localhost. */
export function isEmbedOrigin(text: string): boolean {
  if (!/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text && (text.startsWith('https:') || LOCAL.test(text));
}
