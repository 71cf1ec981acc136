import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { Choice } from '../form/choice';
import { t } from '../../i18n/t';
import styles from './pager.module.css';

interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  /** The plural of the items: `files`. */
  what: string;
  onPage: (page: number) => void;
  /** Selectable page sizes; no selection when omitted. */
  sizes?: readonly number[];
  onSize?: (size: number) => void;
}

const buttons = 5;

/** Up to five page numbers around the current one. */
function pagesAround(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(buttons / 2), pages - buttons + 1));
  return Array.from({ length: Math.min(buttons, pages) }, (_, i) => first + i);
}

/** The range of a list and its page buttons. */
export function Pager({ page, pageSize, total, what, onPage, sizes, onSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  return (
    <Flex
      component="nav"
      aria-label={t('Pages of {what}', { what })}
      justify="space-between"
      align="center"
      gap={12}
      wrap
      className={styles.pager}
    >
      <Typography.Text type="secondary" className="numbers" role="status">
        {t('Showing {first}-{last} of {total} {what}', {
          first,
          last: Math.min(first + pageSize - 1, total),
          total,
          what,
        })}
      </Typography.Text>
      <Flex gap={4} align="center" wrap>
        {sizes && onSize && (
          <Choice
            aria-label={t('Rows per page')}
            value={pageSize}
            options={sizes.map((value) => ({ value, label: t('{value} per page', { value }) }))}
            onChange={onSize}
            className={styles.size}
          />
        )}
        <Button
          type="text"
          icon={<LeftOutlined aria-hidden />}
          aria-label={t('Previous page')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pagesAround(page, pages).map((number) => (
          <Button
            key={number}
            type={number === page ? 'primary' : 'text'}
            aria-label={t('Page {number}', { number })}
            aria-current={number === page ? 'page' : undefined}
            className={`numbers ${styles.number}`}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ))}
        <Button
          type="text"
          icon={<RightOutlined aria-hidden />}
          aria-label={t('Next page')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </Flex>
    </Flex>
  );
}
