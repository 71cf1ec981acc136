import { ArrowLeftOutlined } from '@ant-design/icons';
import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { leaveReset } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

export function BackToLogin() {
  return (
    <Flex justify="center" className={layout.marginTop24}>
      <Link to="/login" onClick={leaveReset} className={layout.ownLink}>
        <ArrowLeftOutlined /> {t('Back to log in')}
      </Link>
    </Flex>
  );
}
