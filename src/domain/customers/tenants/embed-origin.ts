// Validates the origins that may embed the hosted page. The syntax is strict because the origins
// are written into a header. Pure.

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** Whether the text is exactly an origin as browsers serialize it: https, or http on localhost. */
export function isEmbedOrigin(text: string): boolean {
  if (!/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text && (text.startsWith('https:') || LOCAL.test(text));
}
