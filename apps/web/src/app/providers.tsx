import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { queryClient } from '../api/query-client';
import { themeOf } from './theme';
import { useReducedMotion, useScheme } from './scheme';

export function Providers({ children }: { children: ReactNode }) {
  const theme = themeOf(useScheme(), useReducedMotion());
  return (
    <ConfigProvider theme={theme} form={{ requiredMark: false }} button={{ autoInsertSpace: false }}>
      <App component={false} notification={{ maxCount: 1, placement: 'bottomRight', duration: 5, pauseOnHover: true }}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}
