"""`ulp mcp` as the official client sees it, in its newest version and in the one with a handshake."""

import shutil

import anyio
import pytest
from mcp import Client, StdioServerParameters


@pytest.mark.parametrize("mode, version", [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
def test_the_official_client(mode, version):
    async def talk():
        async with Client(StdioServerParameters(command=shutil.which("ulp"), args=["mcp"]), mode=mode) as client:
            assert client.protocol_version == version
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == ["evaluate", "explain", "decode", "diagnose", "sweep", "reference"]
            done = await client.call_tool("evaluate", {"line": "0.1f + 0.2f"})
            assert not done.is_error and done.structured_content["bits"] == "3e99999a"
            done = await client.call_tool("reference", {"name": "expf"})
            assert done.content[0].text.startswith("# `expf`")
            done = await client.call_tool("evaluate", {"line": "add.rx.f32 d, a, b;"})
            assert done.is_error and "rx" in done.content[0].text

    anyio.run(talk)
