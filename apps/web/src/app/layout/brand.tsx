import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { useProductName } from '../theme/branding';
import layout from '../../ui/layout/layout.module.css';
import styles from './brand.module.css';

export function Brand() {
  return (
    <Link to="/" className={styles.brand}>
      <Flex align="center" gap={8} component="span">
        <img src="/favicon.svg" alt="" width={26} height={26} />
        <span className={layout.cut}>{useProductName()}</span>
      </Flex>
    </Link>
  );
}
