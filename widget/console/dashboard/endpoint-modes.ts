/** The modes whose events an endpoint receives. */
export const ENDPOINT_MODES = ['both', 'live', 'test'] as const;
