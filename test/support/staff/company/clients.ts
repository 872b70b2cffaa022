/** The client ids of two customers, registered manually at the company's provider. */
export const CLIENTS = ['agate-one', 'agate-two'] as const;
export const CLIENT_SECRET = 'a-secret-that-both-of-them-have-been-given';
