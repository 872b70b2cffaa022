// Head and body of a table in which the first cell of each row is a heading.
import type { Child } from 'hono/jsx';

interface Rows {
  head: readonly Child[];
  /** The first cell of each row is its heading. */
  rows: readonly (readonly Child[])[];
}

export const TableRows = ({ head, rows }: Rows) => (
  <>
    <thead>
      <tr>
        {head.map((cell) => (
          <th scope="col">{cell}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([first, ...rest]) => (
        <tr>
          <th scope="row">{first}</th>
          {rest.map((cell) => (
            <td>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </>
);
