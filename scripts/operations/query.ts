// How the scripts of operations read a database, whichever it is.

/**
 * Runs one statement and returns its rows.
 * @throws Error when the database refuses it or cannot be reached
 */
export type Query = <Row>(sql: string) => Promise<Row[]>;
