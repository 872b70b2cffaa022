// The type of the function through which the operations scripts read the local or the deployed
// database.

/**
 * Runs one statement and returns its rows.
 * @throws Error when the database rejects the statement or cannot be reached
 */
export type Query = <Row>(sql: string) => Promise<Row[]>;
