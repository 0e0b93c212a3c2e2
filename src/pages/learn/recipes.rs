//! How a view comes into slides, books and courses that others make: for each system what is written where, with the address of this site.

use super::language::Words;
use crate::components::html::push_text;
use crate::embedding::snippet;
use crate::state::browser;

/// What is written in some systems.
enum Recipe {
    /// The script, and an element with attributes of its own.
    Element(&'static str),
    /// A directive of MyST.
    Directive,
    /// A frame of a fixed height.
    Frame,
}

/// Systems, what to know about them, and the recipe. Tried with reveal.js 6.0, pandoc 3.9 for Quarto, mdBook 0.5, Jupyter Book 1.0 and mystmd 1.8
/// (without its theme); not with Moodle.
const RECIPES: [(&str, &str, Recipe); 4] = [
    (
        "reveal.js, Quarto (revealjs)",
        "Write both lines on the slide, or the first one in the head of the page. The frame loads when its slide is shown. An answer makes it higher, so it scrolls inside the slide. Click beside the frame, and the arrow keys turn slides again.",
        Recipe::Element(" style=\"max-height: 560px; overflow: auto\""),
    ),
    (
        "Quarto, mdBook, Jupyter Book 1",
        "Write both lines into the text, with an empty line before and after them. The first line is needed once on each page. The frame loads when a reader comes near it, and is as high as what it shows.",
        Recipe::Element(""),
    ),
    (
        "Jupyter Book 2, MyST",
        "MyST leaves out scripts and unknown elements, but it has a directive for frames. The address is that of any view, with `embed=1` at its end.",
        Recipe::Directive,
    ),
    (
        "Moodle",
        "The editor takes scripts away and keeps a frame. Open its view of the HTML and insert this; each lesson above has a frame of its own.",
        Recipe::Frame,
    ),
];

/// The recipes as markup, each with a button that copies it.
pub fn push(html: &mut String, words: Words) {
    for part in ["<h2>", &words.html("Slides, books and course pages"), "</h2><dl class=\"recipes\">"] {
        html.push_str(part);
    }
    for (name, about, recipe) in &RECIPES {
        let recipe = recipe.written();
        for part in ["<div><dt>", name, "</dt><dd><p>", &words.html(about), "</p><pre><code>"] {
            html.push_str(part);
        }
        push_text(html, &recipe);
        html.push_str("</code></pre><button type=\"button\" class=\"quiet\" data-copy=\"");
        push_text(html, &recipe);
        for part in ["\">", &words.html("copy"), "</button></dd></div>"] {
            html.push_str(part);
        }
    }
    html.push_str("</dl>");
}

impl Recipe {
    /// What is copied.
    fn written(&self) -> String {
        let here = browser::address_of("");
        let site = here.split('?').next().and_then(|path| path.rsplit_once('/')).map_or("", |(site, _)| site);
        let lesson = [site, "/#/learn/ties?embed=1"].concat();
        match self {
            Recipe::Element(attributes) => {
                let script = ["<script src=\"", site, "/module/ulp-scope.js\" defer></script>\n"].concat();
                let element = ["<ulp-scope text=\"fma.rn.f32 %f4, %f1, %f2, %f3;\" hide step=\"6\"", attributes, "></ulp-scope>"];
                script + &element.concat()
            }
            Recipe::Directive => ["```{iframe} ", &lesson, "\n:width: 100%\n```"].concat(),
            Recipe::Frame => snippet(&lesson),
        }
    }
}
