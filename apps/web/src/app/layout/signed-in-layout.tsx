import { App } from 'antd';
import { AppLayout } from './app-layout';

/** With the questions that screens ask by code (`App.useApp().modal`). */
export const SignedInLayout = () => (
  <App component={false}>
    <AppLayout />
  </App>
);
