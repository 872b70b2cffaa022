/** Clients of two customers, registered at the company's provider by hand. */
export const CLIENTS = ['agate-one', 'agate-two'] as const;
export const CLIENT_SECRET = 'a-secret-that-both-of-them-have-been-given';
