// Text with `code` in it, and paragraphs at empty lines: all the markup our descriptions use.
export function Prose({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph !== '');
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph.split(/(`[^`]+`)/).map(renderPiece)}</p>
      ))}
    </>
  );
}

function renderPiece(piece: string) {
  return piece.startsWith('`') ? <code key={piece}>{piece.slice(1, -1)}</code> : piece;
}
