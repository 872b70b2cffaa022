// The step in which the visitor can request a review by a person at the site, rendered by the
// script of the document step.
import type * as part from '../document/mount.tsx';
import type { ReviewStepProps } from '../document/part.ts';
import { useTexts } from '../i18n/context.ts';
import type { SessionView } from '../requests/wire.ts';
import { useDrawnPart } from './drawn-part.tsx';

interface ReviewProps extends Pick<
  ReviewStepProps,
  'isSending' | 'isBusy' | 'onAsk' | 'onDecline' | 'onShowAgain' | 'onResume'
> {
  view: SessionView;
  onFault: () => void;
}

export function Review({ view, onFault, ...props }: ReviewProps) {
  const { language, locale } = useTexts();
  const again = view.status === 'awaiting_retake' ? view.review_again : undefined;
  const isUnclear = view.problem === 'face_unclear';
  const canShow = view.can_show_again === true;
  const step = { ...props, site: view.site.name, language, locale, again, canShow, isUnclear };
  const mount = ({ mountReview }: typeof part, place: Element) => mountReview(place);
  return useDrawnPart(DOCUMENT_PART, step, mount, onFault).drawn;
}
