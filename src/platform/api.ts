import { section, serve } from '#core/http/http.ts'
import { getUserLocalCurrency } from './currency/currency.shared.ts'
import * as currency from './currency/currency.ts'
import * as setting from './settings/settings.shared.ts'
import * as settings from './settings/settings.ts'

// oxfmt-ignore
export const platformApi = [
  ...section('Settings', [
    serve(setting.getSettings,         'any',   settings.get,          'Get the limits and fees'),
    serve(setting.changeSettings,      'admin', settings.change,       'Change the settings', ['settings_changed']),
    serve(setting.listSettingVersions, 'admin', settings.listVersions, 'List the changes of the settings'),
    serve(getUserLocalCurrency,        'any',   currency.get,          'Get the caller’s currency and its rate'),
  ]),
  // Without a section, so not in the description: calls that only our pages make.
  serve(setting.getMenu, 'any', settings.getMenuEntries, 'Get the menu entries to show'),
]
