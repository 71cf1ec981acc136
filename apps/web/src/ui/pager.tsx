import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Flex, Select, Typography } from 'antd';

interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  /** What is counted: `files`. */
  what: string;
  onPage: (page: number) => void;
  /** Sizes to choose from; none, no choice. */
  sizes?: readonly number[];
  onSize?: (size: number) => void;
}

const buttons = 5;

/** Up to five page numbers around the one that is shown. */
function pagesAround(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(buttons / 2), pages - buttons + 1));
  return Array.from({ length: Math.min(buttons, pages) }, (_, i) => first + i);
}

/** Where one is in a list, and the way through it. */
export function Pager({ page, pageSize, total, what, onPage, sizes, onSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  return (
    <Flex
      component="nav"
      aria-label={`Pages of ${what}`}
      justify="space-between"
      align="center"
      gap={12}
      wrap
      style={{ padding: '12px 16px' }}
    >
      <Typography.Text type="secondary" className="numbers" role="status">
        Showing {first}-{Math.min(first + pageSize - 1, total)} of {total} {what}
      </Typography.Text>
      <Flex gap={4} align="center" wrap>
        {sizes && (
          <Select
            aria-label="Rows per page"
            value={pageSize}
            options={sizes.map((value) => ({ value, label: `${value} per page` }))}
            onChange={onSize}
            style={{ width: 132, marginInlineEnd: 8 }}
          />
        )}
        <Button
          type="text"
          icon={<LeftOutlined />}
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pagesAround(page, pages).map((number) => (
          <Button
            key={number}
            type={number === page ? 'primary' : 'text'}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            className="numbers"
            onClick={() => onPage(number)}
            style={{ minWidth: 38, paddingInline: 8 }}
          >
            {number}
          </Button>
        ))}
        <Button
          type="text"
          icon={<RightOutlined />}
          aria-label="Next page"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </Flex>
    </Flex>
  );
}
