import { Flex, Typography } from 'antd';
import layout from './layout.module.css';
import styles from './key-list.module.css';

/** Keys and what they do. */
export function KeyList({ keys }: { keys: readonly (readonly [key: string, what: string])[] }) {
  return (
    <Flex component="dl" vertical gap={12} className={styles.list}>
      {keys.map(([key, what]) => (
        <Flex key={key} gap={16}>
          <dt className={styles.key}>
            <Typography.Text keyboard>{key}</Typography.Text>
          </dt>
          <dd className={layout.noMargin}>{what}</dd>
        </Flex>
      ))}
    </Flex>
  );
}
