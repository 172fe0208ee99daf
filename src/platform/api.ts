import { serve } from '#core/http/http.ts'
import { getUserLocalCurrency } from './currency/currency.shared.ts'
import * as currency from './currency/currency.ts'
import * as setting from './settings/settings.shared.ts'
import * as settings from './settings/settings.ts'

// oxfmt-ignore
export const platformApi = [
  serve(setting.listSettingVersions, 'admin', settings.listVersions),
  serve(setting.getSettings,         'any',   settings.get),
  serve(setting.changeSettings,      'admin', settings.change),
  serve(setting.getMenu,             'any',   settings.getMenuEntries),
  serve(getUserLocalCurrency,        'any',   currency.get),
]
