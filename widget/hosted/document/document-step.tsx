// The document step, from the choice of a document to the upload. The page itself handles the
// session, its attempts and its problems.
import { useReducer, useState } from 'preact/hooks';
import { Choose } from './choose.tsx';
import type { Film } from './camera-run.ts';
import type { DocumentTexts } from './document-texts.ts';
import { evidenceOf, withTake } from './evidence.ts';
import type { DocumentStepProps } from './part.ts';
import type { Reader } from './reader.ts';
import { Sending } from './sending.tsx';
import { ShowCode } from './show-code.tsx';
import { ShowFront } from './show-front.tsx';
import { useDocumentTexts } from './use-document-texts.ts';
import { type DocumentChoice, FIRST_STAGE, nextStage, type ReadSide } from './stages.ts';

interface Kept {
  reader: Reader;
  film: Film;
  /** The choice made in the previous attempt. */
  choice: DocumentChoice | undefined;
  onChoice: (choice: DocumentChoice) => void;
  /** The element that the step renders into. */
  place: Element;
}

export function DocumentStep(props: DocumentStepProps & Kept) {
  const t = useDocumentTexts(props);
  return t ? <Stages key={props.asked.nonce} t={t} {...props} /> : null;
}

function Stages({ t, ...props }: DocumentStepProps & Kept & { t: DocumentTexts }) {
  const { site, asked, reader, film, isSending, isHeld } = props;
  const isLive = asked.take_required === true;
  const [stage, go] = useReducer(nextStage, FIRST_STAGE);
  const [choice, setChoice] = useState<DocumentChoice>(() => firstChoice(asked, props.choice));
  const change = (next: DocumentChoice) => {
    setChoice(next);
    props.onChoice(next);
  };
  const back = () => go({ type: 'back' });
  const send = async (side: ReadSide, front?: Blob, takenAt?: number) =>
    props.onSend(await withTake(film, evidenceOf(asked.nonce, side, front), side, takenAt));
  if (isSending) return <Sending t={t} />;
  switch (stage.name) {
    case 'choose': {
      const choose = { t, site, allowed: asked.allowed, choice };
      const chosen = () => go({ type: 'chosen', choice });
      return <Choose {...choose} onChange={change} onChosen={chosen} />;
    }
    case 'code': {
      const read = (side: ReadSide) => {
        go({ type: 'read', side });
        if (!side.isBack) void send(side);
      };
      const show = { t, film, reader, isLive, kind: stage.kind, type: choice.type, isHeld };
      return <ShowCode {...show} allowed={asked.allowed} onRead={read} onBack={back} />;
    }
    case 'front': {
      const shown = (front: Blob, takenAt?: number) => {
        go({ type: 'shown' });
        void send(stage.side, front, takenAt);
      };
      const show = { t, film, reader, isLive, isHeld };
      return <ShowFront {...show} onShown={shown} onBack={back} />;
    }
    case 'sending':
      return <Sending t={t} />;
  }
}

/**
 * Returns the choice to start with: the type and country chosen before, otherwise the first
 * accepted type and the country where the visitor seems to be. A type that is no longer accepted is
 * replaced by the first accepted one.
 */
function firstChoice(
  { allowed, country = '' }: DocumentStepProps['asked'],
  last?: DocumentChoice,
): DocumentChoice {
  const type = allowed.find((one) => one === last?.type) ?? allowed[0] ?? 'passport';
  return { type, country: last?.country ?? country };
}
