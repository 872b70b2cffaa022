// The four digits that both screens show, large enough to compare across a desk.

/** @param label what the digits are for */
export function PairingCode({ code, label }: { code: string; label: string }) {
  return (
    <p class="pairing">
      <span class="pairing-label">{label}</span>
      {/* The digits always run from left to right, and screen readers read them out one by one. */}
      <strong class="pairing-code" dir="ltr" aria-hidden="true">
        {code}
      </strong>
      <span class="hidden">{Array.from(code).join(' ')}</span>
    </p>
  );
}
