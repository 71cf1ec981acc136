import { Flex, Skeleton } from 'antd';

/** Stands in for a list on its first load only. */
export function SkeletonList({ rows = 5 }: { rows?: number }) {
  return (
    <Flex vertical gap={20} role="status" aria-label="Loading" style={{ padding: '12px 0' }}>
      {Array.from({ length: rows }, (_, i) => (
        <Skeleton
          key={i}
          active
          title={{ width: `${70 - (i % 3) * 12}%` }}
          paragraph={{ rows: 1, width: `${45 - (i % 2) * 15}%` }}
        />
      ))}
    </Flex>
  );
}
