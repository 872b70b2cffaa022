import { useTexts } from '../texts/context.ts';
import { Button } from './button.tsx';

interface Props {
  page: number;
  pages: number;
  total: number;
  onPage: (page: number) => void;
}

export function Pager({ page, pages, total, onPage }: Props) {
  const t = useTexts();
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      <span className="muted" aria-live="polite">
        {t('pager.total', { count: total })}
        {pages > 1 && ` · ${t('pager.page', { page, pages })}`}
      </span>
      {pages > 1 && (
        <span className="pager-buttons">
          <Button isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
            {t('pager.previous')}
          </Button>
          <Button isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
            {t('pager.next')}
          </Button>
        </span>
      )}
    </nav>
  );
}
