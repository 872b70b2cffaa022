/** Which events an endpoint listens for. */
export const ENDPOINT_MODES = ['both', 'live', 'test'] as const;
