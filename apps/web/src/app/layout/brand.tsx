import { Flex, theme } from 'antd';
import { Link } from 'react-router-dom';

export function Brand() {
  const { token } = theme.useToken();
  return (
    <Link to="/" style={{ color: token.colorText, fontWeight: 650, fontSize: 17, letterSpacing: '-0.01em' }}>
      <Flex align="center" gap={10} component="span">
        <img src="/favicon.svg" alt="" width={26} height={26} />
        Tradepost
      </Flex>
    </Link>
  );
}
