<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AccountPanel</name>
    <message numerus="yes">
        <source>%n place(s) taken out:</source>
        <translation>
            <numerusform>%n place taken out:</numerusform>
            <numerusform>%n places taken out:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CitationWords</name>
    <message numerus="yes">
        <source>%n name(s) an id that no tool output of this conversation holds.</source>
        <translation>
            <numerusform>%n names an id that no tool output of this conversation holds.</numerusform>
            <numerusform>%n name an id that no tool output of this conversation holds.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lead(s) to an earlier message only, so the application shows no link.</source>
        <translation>
            <numerusform>%n leads to an earlier message only, so the application shows no link.</numerusform>
            <numerusform>%n lead to an earlier message only, so the application shows no link.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n do(es) not resolve in this form.</source>
        <translation>
            <numerusform>%n does not resolve in this form.</numerusform>
            <numerusform>%n do not resolve in this form.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffPage</name>
    <message numerus="yes">
        <source>%n more line(s) the same</source>
        <translation>
            <numerusform>%n more line the same</numerusform>
            <numerusform>%n more lines the same</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>As on the replay panel, %n changed</source>
        <translation>
            <numerusform>As on the replay panel, %n changed</numerusform>
            <numerusform>As on the replay panel, %n changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindingCounts</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n detector(s) failed</source>
        <translation>
            <numerusform>%n detector failed</numerusform>
            <numerusform>%n detectors failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more place(s)</source>
        <translation>
            <numerusform>and %n more place</numerusform>
            <numerusform>and %n more places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n detector(s)</source>
        <translation>
            <numerusform>%n detector</numerusform>
            <numerusform>%n detectors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n place</numerusform>
            <numerusform>%n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JsonView</name>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReplayLink</name>
    <message numerus="yes">
        <source>Replayed %n request(s)</source>
        <translation>
            <numerusform>Replayed %n request</numerusform>
            <numerusform>Replayed %n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message numerus="yes">
        <source>%n changed region(s)</source>
        <translation>
            <numerusform>%n changed region</numerusform>
            <numerusform>%n changed regions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) the same</source>
        <translation>
            <numerusform>%n more line the same</numerusform>
            <numerusform>%n more lines the same</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message numerus="yes">
        <source>%n tool(s)</source>
        <translation>
            <numerusform>%n tool</numerusform>
            <numerusform>%n tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Units</name>
    <message numerus="yes">
        <source>%n char(s)</source>
        <translation>
            <numerusform>%n char</numerusform>
            <numerusform>%n chars</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s)</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fold(s)</source>
        <translation>
            <numerusform>%n fold</numerusform>
            <numerusform>%n folds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trimmed</source>
        <translation>
            <numerusform>%n trimmed</numerusform>
            <numerusform>%n trimmed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unfinished</source>
        <translation>
            <numerusform>%n unfinished</numerusform>
            <numerusform>%n unfinished</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blob(s)</source>
        <translation>
            <numerusform>%n blob</numerusform>
            <numerusform>%n blobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n source</numerusform>
            <numerusform>%n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
</context>
</TS>
