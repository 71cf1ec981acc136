import { Flex, Typography } from 'antd';

/** Keys and what they do. */
export function KeyList({ keys }: { keys: readonly (readonly [key: string, what: string])[] }) {
  return (
    <Flex component="dl" vertical gap={10} style={{ margin: '16px 0' }}>
      {keys.map(([key, what]) => (
        <Flex key={key} gap={16}>
          <dt style={{ minWidth: 64 }}>
            <Typography.Text keyboard>{key}</Typography.Text>
          </dt>
          <dd style={{ margin: 0 }}>{what}</dd>
        </Flex>
      ))}
    </Flex>
  );
}
