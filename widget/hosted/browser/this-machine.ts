// Determines whether a URL refers to the machine that opens it, as `localhost` does. Pure.

/** @param url parsed, so that its host is in the standard form */
export const isThisMachine = ({ hostname }: URL): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
