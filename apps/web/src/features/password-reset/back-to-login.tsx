import { ArrowLeftOutlined } from '@ant-design/icons';
import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { leaveReset } from './api';

export function BackToLogin() {
  return (
    <Flex justify="center" style={{ marginTop: 24 }}>
      <Link to="/login" onClick={leaveReset}>
        <ArrowLeftOutlined /> Back to log in
      </Link>
    </Flex>
  );
}
