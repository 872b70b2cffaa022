// Origins whose pages may embed ours: they end up in a header, so only plain ones count. Pure.

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** https, or http on this machine; scheme, host and port as browsers write an origin, and nothing else. */
export function isEmbedOrigin(text: string): boolean {
  if (!/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text && (text.startsWith('https:') || LOCAL.test(text));
}
