import { Flex, Grid, theme } from 'antd';
import { Outlet } from 'react-router-dom';
import { ThemeToggle } from '../theme-toggle';
import { Brand } from './brand';
import { TradeDrawing } from './trade-drawing';

/** Split in two: the form, and on wide screens our drawing. */
export function AuthLayout() {
  const { token } = theme.useToken();
  const { lg } = Grid.useBreakpoint();
  return (
    <Flex style={{ minHeight: '100%', background: token.colorBgContainer }}>
      <Flex vertical flex={1} style={{ padding: lg ? '28px 48px' : '16px 20px', minWidth: 0 }}>
        <Flex justify="space-between" align="center">
          <Brand />
          <ThemeToggle />
        </Flex>
        <Flex component="main" flex={1} align="center" justify="center" style={{ padding: '32px 0' }}>
          <div style={{ width: '100%', maxWidth: 400 }}>
            <Outlet />
          </div>
        </Flex>
      </Flex>
      {lg && (
        <Flex
          flex={1}
          align="center"
          justify="center"
          style={{ background: '#0c4744', position: 'sticky', top: 0, height: '100vh' }}
        >
          <TradeDrawing />
        </Flex>
      )}
    </Flex>
  );
}
