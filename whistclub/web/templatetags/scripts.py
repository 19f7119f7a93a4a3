"""Tags for scripts."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from whistclub.web.static_files import static_urls

register = template.Library()


@register.simple_tag
def module_script(name: str) -> SafeString:
    """A script and what it imports: the browser asks for all of them at once, not for one after the other."""
    address = static(name)
    imported = [each for each in static_urls(name) if each != address]
    preloads = format_html_join("", '<link rel="modulepreload" href="{}">', ([each] for each in imported))
    return format_html('{}<script type="module" src="{}"></script>', preloads, address)


@register.simple_tag
def script_for_later(name: str, style: str) -> SafeString:
    """A script that is imported only when its function is asked for, with its styles.

    Both are fetched once the page is complete, so they are there even if the network is gone by then.
    """
    scripts = format_html_join(
        "", '<link rel="prefetch" as="script" href="{}">', ([each] for each in static_urls(name))
    )
    return format_html(
        '{}<link rel="prefetch" as="style" href="{}" data-of="{}">', scripts, static(style), static(name)
    )
