import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import mark from '../../../public/favicon.svg?raw';
import { useProductName } from '../theme/branding';
import layout from '../../ui/layout/layout.module.css';
import styles from './brand.module.css';

// in the script, because it would be requested after it
const picture = `data:image/svg+xml,${encodeURIComponent(mark)}`;

export function Brand() {
  return (
    <Link to="/" className={styles.brand}>
      <Flex align="center" gap={8} component="span">
        <img src={picture} alt="" width={26} height={26} />
        <span className={layout.cut}>{useProductName()}</span>
      </Flex>
    </Link>
  );
}
