// Who asks: logo, name and host of a site. What a site says of itself is shown as text, and its logo only when
// it lies with us as a `data:` URL (S-28): nothing is loaded from elsewhere.

/** A site that waits for an answer. */
export interface Asker {
  name: string;
  /** A `data:` URL. */
  logo?: string | undefined;
  /** Of the address it wants the browser back at. */
  host: string;
}

export function AskerHead({ asker: { name, logo, host } }: { asker: Asker }) {
  return (
    <div class="asker">
      {logo?.startsWith('data:image/') ? (
        <img class="site-logo" src={logo} alt="" />
      ) : (
        <span class="site-initial" aria-hidden="true">
          {Array.from(name)[0]}
        </span>
      )}
      <p>
        <span class="site-name" dir="auto">
          {name}
        </span>
        <span class="asker-host" dir="ltr">
          {host}
        </span>
      </p>
    </div>
  );
}
